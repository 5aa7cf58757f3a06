"""The lab's workbench for Red7."""
