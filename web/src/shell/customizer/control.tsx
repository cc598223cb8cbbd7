import { type ReactNode, useId } from 'react';
import classes from './control.module.css';
import { controlTexts } from './control-texts.ts';
import { Drawing } from './drawing.tsx';
import { isOffered } from './layout-rules.ts';
import { type LayoutChoice, type LayoutControl, layoutChoices } from './layout-settings.ts';
import { layoutStore, useLayout } from './layout-store.ts';

/** A control of the customizer: a radio group whose tiles show what they do; nothing if it is not offered now. */
export function Control<C extends LayoutControl>({ control, note }: { control: C; note?: string }) {
  const name = useId();
  const values = layoutChoices[control] as readonly LayoutChoice<C>[];
  return (
    <ControlFrame control={control} note={note}>
      {values.map((value) => (
        <Tile key={value} name={name} control={control} value={value}>
          <Drawing control={control} value={value} />
        </Tile>
      ))}
    </ControlFrame>
  );
}

type FrameProps = {
  control: LayoutControl;
  note?: string | undefined;
  children: ReactNode;
  /** Shown below the tiles. */
  below?: ReactNode;
};

export function ControlFrame({ control, note, children, below }: FrameProps) {
  const { settings } = useLayout();
  if (!isOffered(control, settings)) return null;
  return (
    <fieldset className={classes.control} data-control={control}>
      <legend className={classes.title}>{controlTexts[control].title}</legend>
      {note && <p className={classes.note}>{note}</p>}
      <div className={classes.tiles} data-count={layoutChoices[control].length}>
        {children}
      </div>
      {below}
    </fieldset>
  );
}

type TileProps<C extends LayoutControl> = {
  name: string;
  control: C;
  value: LayoutChoice<C>;
  children: ReactNode;
};

/** One choice: a real radio button under a picture. */
export function Tile<C extends LayoutControl>({ name, control, value, children }: TileProps<C>) {
  const { settings } = useLayout();
  const texts: Record<string, string> = controlTexts[control].values;
  return (
    <label className={classes.tile}>
      <input
        type="radio"
        className={classes.radio}
        name={name}
        value={value}
        checked={settings[control] === value}
        onChange={() => layoutStore.choose(control, value)}
      />
      <span className={classes.picture}>{children}</span>
      <span className={classes.label}>{texts[value]}</span>
    </label>
  );
}
