import { causeOutages, type Outage } from './test/outages.ts';

/* npm run outages [-- SECONDS [PER-SECOND]]: causes outages under load and prints what phones saw. */

const [away = 10, perSecond = 500] = process.argv.slice(2).map(Number);
if (!(away > 0 && perSecond > 0)) {
  console.error('Usage: npm run outages [-- SECONDS-AWAY [REQUESTS-PER-SECOND]]');
  process.exit(1);
}

function print({ name, tally, remarks }: Outage): void {
  const { answered, stale, failed, failures, slowestMs } = tally;
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
  console.log(
    `        ${answered + failed} asked, ${answered} answered (${stale} stale), ${failed} failed, slowest ${slowestMs.toFixed(0)} ms`,
  );
  for (const [failure, count] of Object.entries(failures))
    console.log(`        ${count} × ${failure}`);
  for (const remark of remarks) console.log(`        ${remark}`);
  if (failed > 0) process.exitCode = 1;
}

console.log(
  `Each away for ${away} s, ${perSecond} ads requests per second through nginx to two nodes`,
);
await causeOutages({ away, perSecond }, print);
