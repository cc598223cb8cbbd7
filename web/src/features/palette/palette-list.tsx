import { UnstyledButton } from '@mantine/core';
import classes from './palette.module.css';
import type { PaletteGroup } from './palette-groups.tsx';
import { closePalette } from './palette-store.ts';

/** The id of the element of a row, counted over all groups. */
export const optionId = (index: number) => `palette-option-${index}`;

type Props = { id: string; groups: PaletteGroup[]; active: number };

/** The rows under their headings; the active one is the search field's `aria-activedescendant`. */
export function PaletteList({ id, groups, active }: Props) {
  const starts = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0),
  );
  return (
    <div id={id} role="listbox" aria-label="Found" className={classes.list}>
      {groups.map(({ label, rows }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={label} role="group" aria-label={label} className={classes.group}>
          <div className={classes.heading} aria-hidden="true">
            {label}
          </div>
          {rows.map((row, rank) => {
            const index = (starts[at] ?? 0) + rank;
            return (
              <UnstyledButton
                key={row.id}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                className={classes.action}
                tabIndex={-1}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  closePalette();
                  row.run();
                }}
              >
                <span className={classes.icon}>{row.icon}</span>
                <bdi className={classes.label}>{row.label}</bdi>
                {row.note && <bdi className={classes.note}>{row.note}</bdi>}
                {row.count && <span className={classes.count}>{row.count}</span>}
              </UnstyledButton>
            );
          })}
        </div>
      ))}
    </div>
  );
}
