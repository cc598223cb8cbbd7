import { causeOutages, type Outage } from './test/outages.ts';

/* npm run outages [-- SECONDS [PER-SECOND]]: causes outages under load and prints what phones saw. */

const [away = 10, perSecond = 500] = process.argv.slice(2).map(Number);
if (!(away > 0 && perSecond > 0)) {
  console.error('Usage: npm run outages [-- SECONDS-AWAY [REQUESTS-PER-SECOND]]');
  process.exit(1);
}

function print({ name, near, far, remarks }: Outage): void {
  const failed = near.failed + far.failed;
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
  for (const [where, tally] of Object.entries({ near, far })) {
    const { answered, stale, failures, slowestMs } = tally;
    console.log(
      `        ${where}: ${answered + tally.failed} asked, ${answered} answered (${stale} stale), ${tally.failed} failed, slowest ${slowestMs.toFixed(0)} ms`,
    );
    for (const [failure, count] of Object.entries(failures))
      console.log(`        ${count} × ${failure}`);
  }
  for (const remark of remarks) console.log(`        ${remark}`);
  if (failed > 0) process.exitCode = 1;
}

console.log(
  `Each away for ${away} s. Phones: ${perSecond} a second through nginx to three edges, ${perSecond / 5} to an edge that is 200 ms and 1 % loss away`,
);
for (const database of ['PostgreSQL', 'SQLite'] as const) {
  console.log(`\n${database}:`);
  console.log(await causeOutages(database, { away, perSecond }, print));
}
