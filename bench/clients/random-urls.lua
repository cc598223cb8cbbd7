-- wrk: each request is a random line of the file in the first argument: a path, then headers
-- ("Name: value"), separated by tabs.
local requests = {}

function init(args)
  math.randomseed(7)
  for line in io.lines(args[1]) do
    local path, headers = nil, {}
    for part in line:gmatch("[^\t]+") do
      if path then
        local name, value = part:match("^([^:]+): (.*)$")
        headers[name] = value
      else
        path = part
      end
    end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\n{"answers":%d,"seconds":%f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, e.connect + e.read + e.write + e.status + e.timeout
  ))
end
