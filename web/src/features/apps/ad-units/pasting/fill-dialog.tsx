import { type AdUnits, adUnitSlots } from '@adwarden/contract/ad-units';
import { counted } from '@adwarden/contract/counted';
import {
  adUnitsIn,
  readAdUnits,
  type UnitInText,
  type UnitsInText,
} from '@adwarden/contract/pasted/ad-units-in-text';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { inParts } from '../../../../lib/browser/in-parts.ts';
import { isLongText } from '../../../../lib/browser/long-text.ts';
import { adUnitKindWords } from '../../../../lib/words/words.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { FramedList } from '../../../../ui/framed-list.tsx';
import classes from './fill-dialog.module.css';
import { type LeftUnit, type PastedText, type PlacedUnit, placeUnits } from './place-units.ts';

type Props = {
  opened: boolean;
  pasted: PastedText;
  /** The form's ad units as they are. */
  now: AdUnits;
  onFill: (units: PlacedUnit[]) => void;
  onClose: () => void;
};

/** Shows which ad units a pasted text has and which field each of them goes to, before they are filled in. */
export function FillDialog({ opened, pasted, now, onFill, onClose }: Props) {
  const { text, field } = pasted;
  const [found, setFound] = useState(() => (isLongText(text) ? null : adUnitsIn(text)));
  useEffect(() => (found ? undefined : inParts(readAdUnits(text), setFound)), [found, text]);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={found ? `${counted(found.units.length, 'ad unit')} found` : 'Reading the text…'}
      size={640}
    >
      {found && <Preview found={found} now={now} onFill={onFill} onClose={onClose} field={field} />}
    </Dialog>
  );
}

type PreviewProps = Pick<Props, 'now' | 'onFill' | 'onClose'> & {
  found: UnitsInText;
  field: PastedText['field'];
};

function Preview({ found, now, field, onFill, onClose }: PreviewProps) {
  const [replaces, setReplaces] = useState(false);
  const { placed, left } = placeUnits(found, { now, field, replaces });
  const isFilled = adUnitSlots.some(({ name }) => now[name].trim() !== '');
  return (
    <Stack gap="md">
      {placed.length > 0 && (
        <FramedList scrolls style={{ maxHeight: '62dvh' }} aria-label="What is filled">
          {placed.map((unit) => (
            <li key={unit.id} className={classes.unit}>
              <span className={classes.field}>{unit.label}</span>
              <Unit unit={unit} />
              {unit.was && <span className={classes.note}>in place of {unit.was}</span>}
            </li>
          ))}
        </FramedList>
      )}
      <LeftOut left={left} />
      <Notes found={found} />
      {isFilled && (
        <Checkbox
          label="Replace the ad units that are filled already"
          checked={replaces}
          onChange={({ currentTarget }) => setReplaces(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="sm" className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={placed.length === 0}
          onClick={() => onFill(placed)}
          {...(placed.length > 0 && { 'data-autofocus': true })}
        >
          Fill {counted(placed.length, 'ad unit')}
        </Button>
      </Group>
    </Stack>
  );
}

function Unit({ unit: { id, name } }: { unit: UnitInText }) {
  return (
    <span className={classes.what}>
      <bdi className="mono">{id}</bdi>
      {name && <bdi className={classes.name}>{name}</bdi>}
    </span>
  );
}

/** The most ad units without a field that are listed: a text may have thousands. */
const listed = 50;

/** The ad units that go nowhere, each with the reason. */
function LeftOut({ left }: { left: LeftUnit[] }) {
  if (left.length === 0) return null;
  return (
    <section aria-label="What is left out">
      <h3 className={classes.title}>{counted(left.length, 'ad unit')} left out</h3>
      <FramedList scrolls>
        {left.slice(0, listed).map((unit) => (
          <li key={unit.id} className={classes.unit} data-left>
            <Unit unit={unit} />
            <span className={classes.note}>{reasonOf(unit)}</span>
          </li>
        ))}
        {left.length > listed && (
          <li className={classes.unit} data-left>
            and {(left.length - listed).toLocaleString('en')} more
          </li>
        )}
      </FramedList>
    </section>
  );
}

/** The fields of each format. */
const fieldsOf = Map.groupBy(adUnitSlots, ({ kind }) => kind);

function reasonOf({ already, format }: LeftUnit): string {
  if (already) return `is in ${already} already`;
  if (format === 'other') return 'An application has no field for rewarded interstitials';
  if (format === null) return 'No field is left';
  const fields = fieldsOf.get(format)?.length ?? 0;
  return `No field is left: ${adUnitKindWords[format]} has ${fields}`;
}

/** Shows what the text has besides its ad units. */
function Notes({ found: { repeated, appIDs } }: Pick<PreviewProps, 'found'>) {
  const notes = [
    repeated.length > 0 &&
      `${counted(repeated.length, 'ad unit stands', 'ad units stand')} more than once in the text, and ${repeated.length === 1 ? 'is' : 'are'} filled once.`,
    appIDs.length > 0 &&
      `${appIDs[0]} is AdMob’s ID of the whole app. It belongs into the app, and into no field here.`,
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <Text key={note} size="sm" className={classes.notes}>
      {note}
    </Text>
  ));
}
