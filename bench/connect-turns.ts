/*
 * Part of a variant of the server: it looks up and notes answers in half of its turns of 20 ms. So both kinds of turns are
 * measured at the same speed of the machine, which changes within seconds.
 */

/** What was answered and spent in the turns without notes, and in those with them. */
export type Turns = { answers: [number, number]; cpuMs: [number, number] };

const turnMs = 20;

export const turns = { isNoting: false, answers: 0 };
const all: Turns = { answers: [0, 0], cpuMs: [0, 0] };
let count = 0;
let began = cpuMs();

/** The processor time of the thread that answers, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Each pair of turns has one with notes. Chance decides which, because events and writes come in a rhythm of their own. */
const next = () => (count % 2 === 0 ? Math.random() < 0.5 : !turns.isNoting);

setInterval(() => {
  const now = cpuMs();
  const turn = turns.isNoting ? 1 : 0;
  all.cpuMs[turn] += now - began;
  all.answers[turn] += turns.answers;
  began = now;
  turns.answers = 0;
  turns.isNoting = next();
  count += 1;
}, turnMs);

process.on('message', (order) => {
  if (order === 'turns') process.send?.(all);
});
