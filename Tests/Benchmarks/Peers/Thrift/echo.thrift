namespace cpp bench

service Echo {
  binary echo(1: binary payload)
  binary fan(1: binary payload)
}
