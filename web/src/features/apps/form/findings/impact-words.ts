import { type AdUnitName, adUnitSlots } from '@adwarden/contract/ad-units';
import { publisherOf, readAdUnit } from '@adwarden/contract/findings/ad-unit-ids';
import { type Impact, turnsOffMany } from '@adwarden/contract/impact';
import { type Effect, requestsTurnedOff } from '../../../../lib/words/impact-words.ts';

/** The requests of a week that an edit would turn off; null when they are few. */
export const lostRequests = (impact: Impact): Effect | null =>
  turnsOffMany(impact) ? requestsTurnedOff(impact) : null;

type Units = Record<AdUnitName, string>;

/** Most labels that one sentence has. */
const namedSlots = 3;

function listed(labels: string[]): string {
  const rest = labels.length - namedSlots;
  const some = labels.slice(0, namedSlots).join(', ');
  return rest > 0 ? `${some} and ${rest} more` : some;
}

/** The filled ad units that an edit empties; null for none. */
export function emptiedUnits(before: Units, after: Units): Effect | null {
  const slots = adUnitSlots.filter(
    ({ name }) => before[name].trim() !== '' && after[name].trim() === '',
  );
  const labels = slots.map(({ label }) => label);
  if (slots.length === 0) return null;
  return {
    text:
      slots.length === 1
        ? `The ad unit ${labels[0]} becomes empty.`
        : `${slots.length} ad units become empty: ${listed(labels)}.`,
    fields: slots.map(({ name }) => name),
  };
}

const publisherIn = (adUnit: string) => publisherOf(readAdUnit(adUnit.trim()));

/** The ad units that an edit moves to another AdMob publisher; null for none. Samples have no publisher. */
export function otherPublisher(before: Units, after: Units): Effect | null {
  const moved = adUnitSlots.flatMap(({ name, label }) => {
    const [from, to] = [publisherIn(before[name]), publisherIn(after[name])];
    return from !== null && to !== null && from !== to ? [{ name, label, from, to }] : [];
  });
  const [first] = moved;
  if (!first) return null;
  const isOneMove = moved.every(({ from, to }) => from === first.from && to === first.to);
  const way = isOneMove ? ` from pub-${first.from} to pub-${first.to}` : '';
  const what = listed(moved.map(({ label }) => label));
  return {
    text: `The publisher id of ${what} changes${way}.`,
    fields: moved.map(({ name }) => name),
  };
}
