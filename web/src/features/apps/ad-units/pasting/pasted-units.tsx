import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { counted } from '@adwarden/contract/counted';
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AppFormApi } from '../../form/fields/app-form-field.ts';
import { FillDialog } from './lazy-fill-dialog.ts';
import classes from './pasted-units.module.css';
import { usePasting } from './use-pasting.ts';

/**
 * Around the fields of the ad units. A text with more than one ad unit that is pasted into a field, or dropped here,
 * fills them all after a preview.
 */
export function PastedUnits({ form, children }: { form: AppFormApi; children: ReactNode }) {
  const { dialog, events, fill, filled, undo, isOver } = usePasting(form);
  return (
    <div className={classes.around} data-over={isOver || undefined} {...events}>
      <p className={classes.hint} role="status">
        {filled.length === 0 ? (
          'Paste a list from AdMob, a table or code into any field: it fills all of them.'
        ) : (
          <>
            {counted(filled.length, 'ad unit')} filled.{' '}
            <UnstyledButton className={classes.undo} onClick={undo}>
              Undo
            </UnstyledButton>
          </>
        )}
      </p>
      {children}
      {dialog.about && (
        <FillDialog
          key={dialog.visit}
          opened={dialog.opened}
          pasted={dialog.about}
          now={forEachAdUnit((name) => form.getValues()[name])}
          onFill={fill}
          onClose={dialog.close}
        />
      )}
    </div>
  );
}
