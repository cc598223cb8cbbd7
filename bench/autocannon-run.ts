import { readFileSync } from 'node:fs';
// @ts-expect-error: the package has no types
import untyped from 'autocannon';

/* Where wrk is not installed:   node autocannon-run.ts PORT URLS-FILE SECONDS CONNECTIONS */

const [port, urlsFile = '', seconds, connections] = process.argv.slice(2);
const paths = readFileSync(urlsFile, 'utf8').trimEnd().split('\n');

type Request = { path: string };
type Result = Record<'errors' | 'timeouts' | 'non2xx' | 'duration', number> & {
  requests: { total: number };
};
const autocannon = untyped as (options: object) => Promise<Result>;

const { errors, timeouts, non2xx, duration, requests } = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections: Number(connections),
  duration: Number(seconds),
  requests: [
    {
      setupRequest: (request: Request): Request => ({
        ...request,
        path: paths[Math.floor(Math.random() * paths.length)] as string,
      }),
    },
  ],
});
const failures = errors + timeouts + non2xx;
console.log(JSON.stringify({ answers: requests.total, seconds: duration, failures }));
