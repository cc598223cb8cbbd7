import classes from './drawing.module.css';
import type { LayoutChoice, LayoutControl } from './layout-settings.ts';

/** A small sketch of the page with a choice, in a box of 96 by 60. */
type Sketch = {
  /** Width of the sidebar; 0 for none. */
  side?: number;
  /** Gap around the sidebar. */
  inset?: number;
  /** A second column beside the sidebar. */
  panel?: boolean;
  /** Gap left and right of the whole page. */
  boxed?: number;
  /** The top bar spans the page, with a menu row below it. */
  menuRow?: boolean;
  fullTop?: boolean;
  insetTop?: boolean;
  /** Scrolled by this much, the bars with it. */
  scrolled?: number;
  scheme?: LayoutChoice<'layoutModeType'>;
  topTone?: 'light' | 'dark';
  sideTone?: 'light' | 'dark';
  /** Outline of a sidebar that opens on hover. */
  ghost?: boolean;
  spinner?: boolean;
};

const sketches: { [C in LayoutControl]?: Partial<Record<LayoutChoice<C>, Sketch>> } = {
  layoutType: {
    vertical: {},
    horizontal: { side: 0, menuRow: true },
    twocolumn: { side: 9, panel: true },
    semibox: { inset: 4, insetTop: true },
  },
  layoutModeType: {
    light: { scheme: 'light' },
    dark: { scheme: 'dark' },
    system: { scheme: 'system' },
  },
  sidebarVisibilitytype: {
    show: { inset: 4, insetTop: true },
    hide: { side: 0, insetTop: true },
  },
  layoutWidth: { fluid: {}, boxed: { boxed: 13, side: 8 } },
  layoutPosition: { fixed: {}, scrollable: { scrolled: 9 } },
  topbarColor: { light: { topTone: 'light' }, dark: { topTone: 'dark' } },
  sidebarSize: {
    lg: {},
    md: { side: 16 },
    sm: { side: 9 },
    'sm-hover': { side: 9, ghost: true },
  },
  sidebarView: { default: {}, detached: { inset: 4, fullTop: true } },
  sidebarColor: {
    light: { sideTone: 'light' },
    dark: { sideTone: 'dark' },
  },
  preloader: { enable: { spinner: true }, disable: {} },
};

/** The small drawing in the tile of a choice; decoration, since the tile has a name. */
export function Drawing<C extends LayoutControl>(props: { control: C; value: LayoutChoice<C> }) {
  const sketch: Sketch = sketches[props.control]?.[props.value] ?? {};
  if (sketch.scheme !== 'system') return <Page sketch={sketch} />;
  return (
    <span className={classes.halves}>
      <Page sketch={{ ...sketch, scheme: 'light' }} />
      <Page sketch={{ ...sketch, scheme: 'dark' }} />
    </span>
  );
}

function Page({ sketch }: { sketch: Sketch }) {
  const { side = 24, inset = 0, boxed = 0, scrolled = 0, fullTop, menuRow } = sketch;
  const left = boxed;
  const width = 96 - 2 * boxed;
  const afterSide = left + side + inset + (sketch.panel ? 16 : 0);
  const topLeft = fullTop || menuRow || side === 0 ? left : afterSide;
  const pad = sketch.insetTop ? 5 : 0;
  const top = { x: topLeft + pad, y: pad - scrolled, width: left + width - topLeft - 2 * pad };
  const body = { x: afterSide + 6, y: 21 + pad - scrolled };
  const bodyWidth = left + width - body.x - 6;

  return (
    <svg
      className={classes.drawing}
      viewBox="0 0 96 60"
      aria-hidden="true"
      data-scheme={sketch.scheme}
    >
      <rect className={classes.back} width="96" height="60" />
      <rect className={classes.page} x={left} width={width} height="60" />
      <rect className={classes.top} {...top} height="11" rx={pad / 2} data-tone={sketch.topTone} />
      {menuRow && <rect className={classes.line} x="8" y="15" width="46" height="3" rx="1.5" />}
      {side > 0 && (
        <Side
          sketch={sketch}
          x={left + inset}
          y={fullTop ? 11 + inset : inset - scrolled}
          width={side}
        />
      )}
      {sketch.panel && <rect className={classes.panel} x={left + side} width="16" height="60" />}
      {sketch.ghost && <rect className={classes.ghost} x="1" y="1" width="28" height="58" rx="2" />}
      {sketch.spinner ? (
        <circle className={classes.spinner} cx={body.x + bodyWidth / 2} cy="36" r="7" />
      ) : (
        <>
          <rect className={classes.card} {...body} width={bodyWidth} height="14" rx="2" />
          <rect
            className={classes.line}
            x={body.x}
            y={body.y + 19}
            width={bodyWidth}
            height="3"
            rx="1.5"
          />
          <rect
            className={classes.line}
            x={body.x}
            y={body.y + 26}
            width={bodyWidth * 0.6}
            height="3"
            rx="1.5"
          />
        </>
      )}
      {scrolled > 0 && (
        <path className={classes.arrow} d={`M${body.x + bodyWidth / 2} 43v9m-4-4 4 4 4-4`} />
      )}
    </svg>
  );
}

function Side({ sketch, x, y, width }: { sketch: Sketch; x: number; y: number; width: number }) {
  const { inset = 0, sideTone } = sketch;
  const labels = width >= 20;
  const height = 60 - Math.max(y, 0) - inset + (y < 0 ? -y : 0);
  return (
    <>
      <rect
        className={classes.side}
        {...{ x, y, width, height }}
        rx={inset / 2}
        data-tone={sideTone}
      />
      {[10, 19, 27, 35].map((at, row) => (
        <rect
          key={at}
          className={classes.entry}
          data-tone={sideTone}
          x={x + (labels ? 4 : width / 2 - 2)}
          y={y + at - (row === 0 ? 4 : 0)}
          width={labels ? width - (row === 0 ? 14 : 8) : 4}
          height={row === 0 ? 4 : 3}
          rx="1.5"
        />
      ))}
    </>
  );
}
