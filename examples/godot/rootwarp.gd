# Asks a rootwarp daemon over one connection that stays open.
extends Reference

const PATIENCE_MS := 5000 # an example on a busy machine has time; a match would rather go on without the warp
const HEADERS := PoolStringArray(["Content-Type: application/json"])

var asked := 0
var refused := 0
var _host: String
var _port: int
var _http := HTTPClient.new()


func _init(url: String) -> void:
	var address := url.trim_prefix("http://").trim_suffix("/").split(":")
	_host = address[0]
	_port = int(address[1]) if address.size() > 1 else 80


# The answer, or an empty dictionary after an error that says why. It waits for the answer: with the daemon on the same
# machine that is less than a millisecond, and the world stands still meanwhile, which is what makes the server's tick
# the truth. A question changes nothing, so one whose connection had been closed meanwhile is asked once more.
func ask(path: String, question: Dictionary) -> Dictionary:
	asked += 1
	var body := _exchange(path, to_json(question))
	if body.empty() and _http.get_status() != HTTPClient.STATUS_CONNECTED:
		body = _exchange(path, to_json(question))
	var answer = parse_json(body) if not body.empty() else null
	if answer is Dictionary and _http.get_response_code() == 200:
		return answer
	refused += 1
	if answer is Dictionary: # a problem, with a code and a sentence
		push_error("rootwarp: %s: %s" % [answer.get("code"), answer.get("detail")])
	else:
		push_error("rootwarp: no answer from %s:%d" % [_host, _port])
	return {}


# The body of the response; empty when none came in time.
func _exchange(path: String, body: String) -> String:
	var deadline := OS.get_ticks_msec() + PATIENCE_MS
	if _http.get_status() != HTTPClient.STATUS_CONNECTED:
		_http.close()
		if _http.connect_to_host(_host, _port) != OK:
			return ""
		while _http.get_status() in [HTTPClient.STATUS_RESOLVING, HTTPClient.STATUS_CONNECTING]:
			if not _wait(deadline):
				return ""
	if _http.request(HTTPClient.METHOD_POST, path, HEADERS, body) != OK:
		_http.close()
		return ""
	while _http.get_status() == HTTPClient.STATUS_REQUESTING:
		if not _wait(deadline):
			return ""
	var bytes := PoolByteArray()
	while _http.get_status() == HTTPClient.STATUS_BODY:
		bytes.append_array(_http.read_response_body_chunk())
		if not _wait(deadline):
			return ""
	return bytes.get_string_from_utf8()


# False when the deadline is over; the connection is of no use then.
func _wait(deadline: int) -> bool:
	if OS.get_ticks_msec() > deadline or _http.poll() != OK:
		_http.close()
		return false
	OS.delay_usec(50)
	return true
