import {
  type AdUnitKind,
  type AdUnitName,
  type AdUnits,
  adUnitSlots,
} from '@adwarden/contract/ad-units';
import { readAdUnit, sampleOf } from '@adwarden/contract/findings/ad-unit-ids';
import type { UnitInText, UnitsInText } from '@adwarden/contract/pasted/ad-units-in-text';
import type { Format } from '@adwarden/contract/pasted/format-words';

/** A text with ad units, and the field it was pasted into; null when it was dropped beside the fields. */
export type PastedText = { text: string; field: AdUnitName | null };

/** The field that an ad unit of the text goes to; `was` is the text that the field had. */
export type PlacedUnit = UnitInText & { field: AdUnitName; label: string; was: string };

/** An ad unit that goes nowhere. `already`: the label of the field that has it; null when no field is left for it. */
export type LeftUnit = UnitInText & { already: string | null };

export type PlacedUnits = { placed: PlacedUnit[]; left: LeftUnit[] };

type Options = {
  /** The form's ad units as they are. */
  now: AdUnits;
  /** The field that the text was pasted into; null when it was dropped beside the fields. */
  field: AdUnitName | null;
  /** Whether fields that have another ad unit are filled, too. */
  replaces: boolean;
};

/**
 * Gives each ad unit of a text a field. Those with a format go to the fields of that format, in the order of the text;
 * Google's samples go by their number. Those without a format fill the fields from the one of the paste on. An ad unit
 * that a field has already stays there.
 */
export function placeUnits({ units }: UnitsInText, options: Options): PlacedUnits {
  const { now, field, replaces } = options;
  const filled = filledBy(now);
  const isKept = (unit: UnitInText) => filled.has(unit.id);
  const free = new Set(
    adUnitSlots.filter(({ name }) => {
      const text = now[name].trim();
      // A field keeps an ad unit that the text has, too.
      return text === '' || (replaces && !units.some(({ id }) => id === text));
    }),
  );
  const news = units.filter((unit) => !isKept(unit)).map((unit) => ({ unit, kind: kindOf(unit) }));
  const target = adUnitSlots.find(({ name }) => name === field);
  // A text of one format fills on from the field; a whole list begins with the first field of each format.
  const isOneFormat = news.every(({ kind }) => kind === target?.kind);
  const places = new Map<UnitInText, PlacedUnit>();
  for (const { unit, kind } of news) {
    if (kind === 'other' || kind === null) continue;
    put(unit, (slot) => slot.kind === kind, isOneFormat);
  }
  for (const { unit, kind } of news) if (kind === null) put(unit, () => true, true);

  function put(unit: UnitInText, fits: (slot: { kind: AdUnitKind }) => boolean, on: boolean): void {
    // A text may have thousands of ad units for fifteen fields.
    if (free.size === 0) return;
    const start = on
      ? Math.max(
          0,
          adUnitSlots.findIndex(({ name }) => name === field),
        )
      : 0;
    const slot = adUnitSlots.slice(start).find((one) => free.has(one) && fits(one));
    if (!slot) return;
    free.delete(slot);
    const { name, label } = slot;
    places.set(unit, { ...unit, field: name, label, was: now[name].trim() });
  }

  return {
    placed: units.flatMap((unit) => places.get(unit) ?? []),
    left: units
      .filter((unit) => !places.has(unit))
      .map((unit) => ({ ...unit, already: filled.get(unit.id)?.label ?? null })),
  };
}

/** Maps each ad unit to the field that has it; if several have the same, to the first one. */
const filledBy = (now: AdUnits) =>
  new Map(adUnitSlots.toReversed().map((slot) => [now[slot.name].trim(), slot]));

/** Returns the format that the text says, or that the id of a sample has. */
function kindOf({ id, format }: UnitInText): Format | null {
  const sample = sampleOf(readAdUnit(id));
  if (format !== null || sample === 'other' || sample === 'retired') return format;
  return sample === 'rewarded-interstitial' ? 'other' : sample;
}
