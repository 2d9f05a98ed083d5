enum Layer {}
