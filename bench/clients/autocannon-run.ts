import { readFileSync } from 'node:fs';
// @ts-expect-error: the package has no types
import untyped from 'autocannon';

/* The load generator if wrk is not installed:   node autocannon-run.ts PORT REQUESTS-FILE SECONDS CONNECTIONS */

type Request = { path: string; headers: Record<string, string> };
type Result = Record<'errors' | 'timeouts' | '4xx' | '5xx' | 'duration', number> & {
  requests: { total: number };
};
const autocannon = untyped as (options: object) => Promise<Result>;

const [port, requestsFile = '', seconds, connections] = process.argv.slice(2);
const all = readFileSync(requestsFile, 'utf8').trimEnd().split('\n').map(requestOf);

function requestOf(line: string): Request {
  const [path = '', ...headers] = line.split('\t');
  return { path, headers: Object.fromEntries(headers.map((header) => header.split(/: (.*)/s))) };
}

const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections: Number(connections),
  duration: Number(seconds),
  requests: [
    {
      setupRequest: (request: Request): Request => {
        const { path, headers } = all[Math.floor(Math.random() * all.length)] as Request;
        return { ...request, path, headers: { ...request.headers, ...headers } };
      },
    },
  ],
});
const failures = result.errors + result.timeouts + result['4xx'] + result['5xx'];
const { requests, duration } = result;
console.log(JSON.stringify({ answers: requests.total, seconds: duration, failures }));
