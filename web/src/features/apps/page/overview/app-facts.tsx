import type { App } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { formatDateTime } from '../../../../lib/dates.ts';
import { Panel } from '../../../../ui/panel.tsx';
import classes from './app-facts.module.css';
import { FactsList } from './facts-list.tsx';

/** When an app was made and changed, its category and its note. */
export function AppFacts({ app }: { app: App }) {
  return (
    <Panel title="Details">
      <FactsList
        facts={[
          [fieldNames.category, app.category],
          ['Added', formatDateTime(app.createdAt)],
          ['Last changed', formatDateTime(app.updatedAt)],
          ...(app.note === ''
            ? []
            : [
                [
                  fieldNames.note,
                  <span key="note" className={classes.note} dir="auto">
                    {app.note}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </Panel>
  );
}
