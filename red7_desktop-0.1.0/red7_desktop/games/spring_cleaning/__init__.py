"""Spring Cleaning: a climbing and shedding game for two to five, hands kept in their order."""
