import { Collapse } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './control.module.css';
import { ControlFrame, Tile } from './control.tsx';
import { Drawing } from './drawing.tsx';
import type { LayoutChoice } from './layout-settings.ts';
import { useLayout } from './layout-store.ts';

const gradients = ['gradient', 'gradient-2', 'gradient-3', 'gradient-4'] as const;

/**
 * Light, dark, or one of four gradients, which are in a picker that opens and folds. Opening or folding it chooses
 * nothing; choosing Light or Dark folds it.
 */
export function SidebarColorControl() {
  const name = useId();
  const pickerId = useId();
  const color = useLayout().settings.sidebarColor;
  const isGradient = isOneOf(color);
  const [opened, setOpened] = useState(isGradient);
  const [lastColor, setLastColor] = useState(color);
  if (lastColor !== color) {
    setLastColor(color);
    if (!isGradient) setOpened(false);
  }

  return (
    <ControlFrame
      control="sidebarColor"
      below={
        <Collapse expanded={opened} id={pickerId}>
          <div className={classes.gradients}>
            {gradients.map((gradient) => (
              <Tile key={gradient} name={name} control="sidebarColor" value={gradient}>
                <span data-color-sample className={classes.swatch} data-swatch={gradient} />
              </Tile>
            ))}
          </div>
        </Collapse>
      }
    >
      <Tile name={name} control="sidebarColor" value="light">
        <Drawing control="sidebarColor" value="light" />
      </Tile>
      <Tile name={name} control="sidebarColor" value="dark">
        <Drawing control="sidebarColor" value="dark" />
      </Tile>
      <button
        type="button"
        className={classes.tile}
        aria-expanded={opened}
        aria-controls={pickerId}
        data-checked={isGradient || undefined}
        onClick={() => setOpened(!opened)}
      >
        <span className={classes.picture}>
          <span
            data-color-sample
            className={classes.swatch}
            data-swatch={isGradient ? color : 'gradient'}
          />
        </span>
        <span className={`${classes.label} ${classes.gradientLabel}`}>
          Gradient
          <IconChevronDown className={classes.chevron} size={14} stroke={2} aria-hidden="true" />
        </span>
      </button>
    </ControlFrame>
  );
}

function isOneOf(color: LayoutChoice<'sidebarColor'>): color is (typeof gradients)[number] {
  return color !== 'light' && color !== 'dark';
}
