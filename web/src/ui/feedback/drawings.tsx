import classes from './drawings.module.css';

/** Empty cards. */
export function NothingYetDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 84" aria-hidden="true">
      <ellipse className={classes.ground} cx="60" cy="76" rx="46" ry="5" />
      <rect className={classes.back} x="28" y="8" width="64" height="44" rx="8" />
      <rect className={classes.sheet} x="18" y="20" width="84" height="50" rx="9" />
      <rect className={classes.tile} x="28" y="31" width="16" height="16" rx="5" />
      <path className={classes.stroke} d="M52 35h34M52 43h20" />
      <path className={classes.faint} d="M28 58h64" />
      <circle className={classes.accent} cx="98" cy="22" r="11" />
      <path className={classes.onAccent} d="M98 17v10M93 22h10" />
    </svg>
  );
}

/** A magnifying glass over rows, none of which matches. */
export function NoMatchDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 84" aria-hidden="true">
      <ellipse className={classes.ground} cx="60" cy="76" rx="46" ry="5" />
      <rect className={classes.sheet} x="14" y="12" width="78" height="58" rx="9" />
      <path className={classes.faint} d="M25 27h42M25 40h26M25 53h34" />
      <circle className={classes.glass} cx="76" cy="42" r="19" />
      <path className={classes.handle} d="m90 56 13 13" />
      <path className={classes.accentStroke} d="M69 42h14" />
    </svg>
  );
}

/** A sheet whose lines are all checked. */
export function AllWellDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 84" aria-hidden="true">
      <ellipse className={classes.ground} cx="60" cy="76" rx="46" ry="5" />
      <rect className={classes.sheet} x="22" y="10" width="76" height="60" rx="9" />
      <path className={classes.successStroke} d="m32 25 3 3 6-6M32 41l3 3 6-6M32 57l3 3 6-6" />
      <path className={classes.faint} d="M50 25h36M50 41h24M50 57h20" />
      <circle className={classes.success} cx="93" cy="58" r="13" />
      <path className={classes.onSuccess} d="m87 58 4 4 8-8" />
    </svg>
  );
}

/** A pulled plug. */
export function ErrorDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 84" aria-hidden="true">
      <ellipse className={classes.ground} cx="60" cy="76" rx="46" ry="5" />
      <path className={classes.cable} d="M8 60c14 0 12-18 26-18M112 24c-14 0-12 18-26 18" />
      <rect className={classes.sheet} x="32" y="29" width="22" height="26" rx="7" />
      <rect className={classes.sheet} x="70" y="29" width="18" height="26" rx="7" />
      <path className={classes.stroke} d="M54 37h7M54 47h7" />
      <path className={classes.dangerStroke} d="M62 12v8M50 15l4 7M74 15l-4 7" />
    </svg>
  );
}
