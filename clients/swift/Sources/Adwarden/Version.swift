/// Of the server that this client comes with.
let version = "0.4.0"
