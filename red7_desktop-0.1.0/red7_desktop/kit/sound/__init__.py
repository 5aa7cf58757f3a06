"""What is heard: sounds, and the system's voice."""
