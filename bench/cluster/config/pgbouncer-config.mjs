/** Returns a configuration in transaction mode, in front of HAProxy's port for the primary. */
export function pgbouncerConfig({ port, primaryPort, database, usersFile }) {
  return `[databases]
${database} = host=127.0.0.1 port=${primaryPort} dbname=${database}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
auth_type = scram-sha-256
auth_file = ${usersFile}
max_client_conn = 1000
default_pool_size = 40

; After a failover: find out quickly that a connection is dead, try again every second, and let no call wait for long.
server_check_query = select 1
server_check_delay = 2
server_connect_timeout = 3
server_login_retry = 1
server_fast_close = 1
query_wait_timeout = 5
tcp_keepalive = 1
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
tcp_user_timeout = 10000
log_connections = 0
log_disconnections = 0
`
}

export function pgbouncerUsers(user, password) {
  return `"${user}" "${password}"\n`
}
