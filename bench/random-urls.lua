-- wrk: each request asks for a random one of the paths in the file that is named first.
local requests = {}

function init(args)
  math.randomseed(7)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
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
