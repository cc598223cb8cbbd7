import { isDeepStrictEqual } from 'node:util';
import type { FieldGroup } from './keeper.ts';

/** A row of the log. */
type Row = Record<string, unknown>;

/**
 * Decides which groups of fields an undo takes back, among those that a change touched (from `before` to `after`). It takes a
 * group back that is `now` as the change left it. It leaves a group that somebody has changed since. Others are back already.
 */
export function takeBack(
  groups: readonly FieldGroup[],
  { before, after, now }: { before: Row; after: Row; now: Row },
): { taken: FieldGroup[]; left: FieldGroup[] } {
  const same = (a: Row, b: Row, { fields: [field = ''] }: FieldGroup) =>
    isDeepStrictEqual(a[field], b[field]);
  // The log did not have this field at that time, so there is no value to go back to.
  const touched = groups.filter(
    (group) => before[group.fields[0] ?? ''] !== undefined && !same(before, after, group),
  );
  return {
    taken: touched.filter((group) => same(after, now, group)),
    left: touched.filter((group) => !same(after, now, group) && !same(before, now, group)),
  };
}
