import { type AdUnitKind, type AdUnitName, sampleAdUnits } from '@adwarden/contract/ad-units';
import { mendedAdUnit } from '@adwarden/contract/findings/ad-unit-ids';
import { limits } from '@adwarden/contract/limits';
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconFlask, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { RowMenu } from '../../../ui/data-table/row-menu.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { type AppFormApi, useAppField } from '../form/fields/app-form-field.ts';
import { useFieldDescription } from '../form/findings/field-findings.tsx';
import classes from './ad-unit-field.module.css';

type Props = { form: AppFormApi; name: AdUnitName; kind: AdUnitKind; label: string };

/** The effect of a button on the text (`done`), and the texts before (`was`) and after it (`by`). */
type Replaced = { done: string; by: string; was: string };

/**
 * One ad-unit id (spec, section 2 "Application form details"). An empty field has a sample button. A filled one has a
 * copy button, a clear button and a menu with the sample; if it holds more than an ad unit, it also has a button that
 * leaves only the ad unit. A text that a button has replaced can be put back until the user types. Tab goes on to the next
 * field, and Alt-Enter to the buttons.
 */
export function AdUnitField({ form, name, kind, label }: Props) {
  const { value, set, props } = useAppField(form, name);
  const input = useRef<HTMLInputElement>(null);
  const [replaced, setReplaced] = useState<Replaced | null>(null);
  const filled = value !== '';
  const undoable = replaced?.by === value ? replaced : null;

  function replace(by: string, done: string): void {
    setReplaced({ by, was: value, done });
    set(by);
    input.current?.focus();
  }

  const mended = mendedAdUnit(value);
  const description = useFieldDescription(
    name,
    undoable && (
      <span className={classes.replaced}>
        {undoable.done}
        <UnstyledButton
          className={classes.undo}
          tabIndex={-1}
          aria-label={`Undo: put the old ${label} back`}
          onClick={() => {
            set(undoable.was);
            setReplaced(null);
            input.current?.focus();
          }}
        >
          Undo
        </UnstyledButton>
      </span>
    ),
    {
      of: ['unit-characters', 'malformed-unit'],
      by: mended !== null && (
        <UnstyledButton
          className={classes.mend}
          tabIndex={-1}
          aria-label={`Use ${mended} for ${label}`}
          onClick={() => replace(mended, 'Mended.')}
        >
          Use <span className={classes.mended}>{mended}</span>
        </UnstyledButton>
      ),
    },
  );

  return (
    <TextField
      {...props}
      ref={input}
      aria-keyshortcuts="Alt+Enter"
      label={label}
      description={description}
      limit={limits.text.adUnit}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.input ?? '', section: classes.actions ?? '' }}
      rightSectionWidth={filled ? 90 : 88}
      rightSection={
        filled ? (
          <>
            <CopyButton value={value} label={`Copy ${label}`} size={26} tabIndex={-1} />
            <Tooltip label="Clear">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={26}
                tabIndex={-1}
                aria-label={`Clear ${label}`}
                onClick={() => replace('', 'Cleared.')}
              >
                <IconX size={15} />
              </ActionIcon>
            </Tooltip>
            <RowMenu
              label={`More for ${label}`}
              size={26}
              withinPortal={false}
              tabIndex={-1}
              actions={[
                {
                  label: 'Replace with the sample',
                  Icon: IconFlask,
                  act: () => replace(sampleAdUnits[kind], 'Sample filled in.'),
                },
              ]}
            />
          </>
        ) : (
          <Tooltip label="Fill in Google's sample">
            <UnstyledButton
              className={classes.sample}
              tabIndex={-1}
              aria-label={`Sample for ${label}`}
              onClick={() => {
                set(sampleAdUnits[kind]);
                input.current?.focus();
              }}
            >
              <IconFlask size={15} />
              Sample
            </UnstyledButton>
          </Tooltip>
        )
      }
    />
  );
}
