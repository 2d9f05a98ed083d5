# Turns a page that swift-argument-parser's generate-manual writes into one that man-db indexes: a subcommand is named with a hyphen, as
# git's are, and its synopsis shows what people type; no line is empty, or begins with the quote that roff takes for a request.
{ gsub(/svc-supervisor\./, "svc-supervisor-"); gsub(/SVC-SUPERVISOR\./, "SVC-SUPERVISOR-") }
/^\.Sh / { section = $2 }
/^\.Nm "/ && section == "NAME" { command = substr($0, 5); name = command; gsub(/"/, "", name); gsub(/ /, "-", name); print ".Nm " name; next }
/^\.Nm$/ && command { print ".Nm " command; next }
/^'/ { print "\\&" $0; next }
/^$/ { print ".Pp"; next }
{ print }
