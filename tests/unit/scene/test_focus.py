from __future__ import annotations

import pytest

from red7_desktop.scene.commands import FocusCommand
from red7_desktop.scene.focus import Focus, ScopeError
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node

TABLE = """
    menu . . . help
    .    . c . .
    p1 p2 p3 . .
    h1 h2 h3 h4 end
"""
"""Names on a grid of 100 units; the Tab order is the order of reading."""


def lay_out(plan: str) -> Node:
    root = Node(name="root")
    for row, line in enumerate(plan.split("\n")):
        for column, name in enumerate(line.split()):
            if name != ".":
                node = Node(
                    name=name,
                    focusable=True,
                    position=Vec(column * 100, row * 100),
                    size=Size(80, 80),
                )
                root.add(node)
    return root


@pytest.fixture
def root() -> Node:
    return lay_out(TABLE)


@pytest.fixture
def focus(root: Node) -> Focus:
    focus = Focus(root)
    focus.is_visible = True
    return focus


def name_of(node: Node | None) -> str | None:
    return node.name if node else None


def walk(focus: Focus, start: str, *commands: FocusCommand) -> list[str | None]:
    focus.focus(focus.scope.find(start))
    names = []
    for command in commands:
        focus.run(command)
        names.append(name_of(focus.current))
    return names


L, R, U, D = FocusCommand.LEFT, FocusCommand.RIGHT, FocusCommand.UP, FocusCommand.DOWN
NEXT, BACK = FocusCommand.NEXT, FocusCommand.PREVIOUS


@pytest.mark.parametrize(
    ("start", "commands", "visited"),
    [
        ("menu", [NEXT] * 3, ["help", "c", "p1"]),
        ("menu", [BACK, BACK], ["end", "h4"]),
        ("h4", [NEXT, NEXT], ["end", "menu"]),
        ("h1", [R, R, R, R], ["h2", "h3", "h4", "end"]),
        ("end", [L, L], ["h4", "h3"]),
        ("h2", [U, D], ["p2", "h2"]),
        ("h3", [U, U], ["p3", "c"]),
        ("c", [D, D], ["p3", "h3"]),
        ("end", [U, D], ["help", "end"]),
        ("menu", [R], ["help"]),
        ("p3", [R], ["h4"]),
        ("h1", [L], ["end"]),
        ("h1", [D], ["menu"]),
        ("menu", [U], ["h1"]),
    ],
)
def test_focus_moves_by_tab_and_arrows(
    focus: Focus, start: str, commands: list[FocusCommand], visited: list[str]
) -> None:
    assert walk(focus, start, *commands) == visited


def test_arrow_keys_reach_every_focusable_node_from_every_other(focus: Focus) -> None:
    everyone = {node.name for node in focus.nodes()}
    for start in focus.nodes():
        reached, todo = {start.name}, [start]
        while todo:
            here = todo.pop()
            for command in (L, R, U, D):
                focus.focus(here)
                focus.run(command)
                if focus.current is not None and focus.current.name not in reached:
                    reached.add(focus.current.name)
                    todo.append(focus.current)
        assert reached == everyone, start.name


def test_focus_is_hidden_by_a_pointer_press_until_the_next_key(root: Node, focus: Focus) -> None:
    focus.focus(root.find("p1"))
    focus.is_visible = False
    focus.clear_for_pointer(None)
    assert name_of(focus.current) == "p1", "it was not seen, and nothing was pressed"
    focus.clear_for_pointer(root.find("h3"))
    assert (focus.current, focus.is_visible) == (None, False)
    assert not focus.run(FocusCommand.ACTIVATE)
    focus.run(L)
    assert (name_of(focus.current), focus.is_visible) == ("h3", True)
    focus.clear_for_pointer(None)
    focus.run(NEXT)
    assert name_of(focus.current) == "h3"


def test_nodes_are_notified_when_they_gain_and_lose_focus(root: Node, focus: Focus) -> None:
    heard: list[tuple[str, bool]] = []
    for name in ("h1", "h2"):
        root.find(name).on_focus = lambda has, name=name: heard.append((name, has))
    walk(focus, "h1", R, R)
    assert heard == [("h1", True), ("h1", False), ("h2", True), ("h2", False)]


def test_focus_moves_to_the_nearest_node_when_its_node_is_removed(root: Node, focus: Focus) -> None:
    focus.focus(root.find("h4"))
    root.find("h4").detach()
    assert focus.current is None
    focus.repair()
    assert name_of(focus.current) in {"h3", "end"}
    for node in list(root.children):
        node.detach()
    focus.repair()
    assert focus.current is None
    assert not focus.run(R)


def test_focus_moves_to_the_fallback_of_a_node_no_longer_focusable(
    root: Node, focus: Focus
) -> None:
    end, heir = root.find("end"), root.find("h1")
    end.find_focus_fallback = lambda: heir
    for can_take_over, taken_by in ((True, "h1"), (False, "h4")):
        end.focusable, heir.focusable = True, can_take_over
        focus.focus(end)
        end.focusable = False
        focus.repair()
        assert name_of(focus.current) == taken_by
    end.focusable = heir.focusable = True
    focus.focus(end)
    end.detach()
    focus.repair()
    assert name_of(focus.current) == "h4"


def overlay(root: Node) -> Node:
    layer = lay_out("ok cancel")
    layer.name = "overlay"
    root.add(layer)
    return layer


def test_focus_scope_confines_focus_and_restores_it_when_popped(root: Node, focus: Focus) -> None:
    focus.focus(root.find("h2"))
    layer = overlay(root)
    focus.push(layer)
    assert name_of(focus.current) == "ok"
    assert walk(focus, "ok", R, R, NEXT, D) == ["cancel", "ok", "cancel", "cancel"]
    with pytest.raises(ScopeError, match="cannot have"):
        focus.focus(root.find("h2"))
    focus.pop(layer)
    assert name_of(focus.current) == "h2"


def test_focus_scopes_stack_and_can_be_popped_in_any_order(root: Node, focus: Focus) -> None:
    lower, upper = overlay(root), overlay(root)
    focus.focus(root.find("c"))
    focus.push(lower, first=lower.find("cancel"))
    focus.push(upper)
    focus.pop(lower)
    assert (focus.scope, name_of(focus.current)) == (upper, "ok")
    focus.pop(upper)
    assert name_of(focus.current) == "c"


def test_back_runs_the_top_focus_scopes_action_and_misused_scopes_raise(
    root: Node, focus: Focus
) -> None:
    closed: list[str] = []
    assert not focus.run(FocusCommand.BACK)
    layer = overlay(root)
    for scope in (layer, root):
        with pytest.raises(ScopeError, match="is no focus scope"):
            focus.pop(scope)
    focus.push(layer, on_back=lambda: closed.append("overlay"))
    with pytest.raises(ScopeError, match="scope already"):
        focus.push(layer)
    assert focus.run(FocusCommand.BACK)
    assert closed == ["overlay"]


# -- below the top ---------------------------------------------------------------------------


def replace_row(root: Node, names: str) -> None:
    """Take every node out and put others of such names in their places."""
    for child in root.children:
        child.detach()
    for node in lay_out(names).children:
        node.detach()
        root.add(node)


@pytest.mark.parametrize("is_below", [False, True])
def test_focus_stays_on_the_node_of_the_same_name_when_nodes_are_replaced(
    root: Node, focus: Focus, is_below: bool
) -> None:
    focus.focus(root.find("c"))
    above = Node(name="above", focusable=True)
    root.add(above)
    if is_below:
        focus.push(above, first=above)
    with focus.preserve_focus(root):
        replace_row(root, "a b c d")
        root.add(above)
    assert focus.current is (above if is_below else root.find("c"))
    if is_below:
        focus.pop(above)
    assert focus.current is root.find("c")
    focus.clear_for_pointer(root.find("c"))
    with focus.preserve_focus(root):
        replace_row(root, "a b c d")
    assert name_of(focus.current) is None, "what the pointer set aside stays set aside"
    assert focus.focused_name(root) == "c"


def test_focus_set_in_a_scope_below_another_shows_when_that_is_popped(
    root: Node, focus: Focus
) -> None:
    told: list[bool] = []
    root.find("c").on_focus = told.append
    above = Node(name="above", focusable=True)
    root.add(above)
    focus.push(above, first=above)
    focus.focus_in(root, root.find("c"))
    assert (focus.current, told) == (above, [])
    focus.pop(above)
    assert (name_of(focus.current), told) == ("c", [True])
    with pytest.raises(ScopeError):
        focus.focus_in(above, root.find("c"))
    with pytest.raises(ScopeError):
        focus.focus_in(root, Node(name="elsewhere", focusable=True))
