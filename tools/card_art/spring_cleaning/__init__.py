"""Drawing of Spring Cleaning's cards: nine objects, their patterns, the faces and the back."""
