import classes from './logo.module.css';

type Props = {
  /** The company's name; the text beside the mark. */
  name: string;
  /** Only the mark, for a narrow sidebar; the name stays for screen readers. */
  compact?: boolean;
};

/** The product's mark, an ad slot inside a shield, with the company's name. */
export function Logo({ name, compact = false }: Props) {
  return (
    <span className={classes.logo}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        <path
          className={classes.shield}
          d="M16 1.6 28 5.4a2 2 0 0 1 1.4 1.9V16c0 7.2-5.2 12-12.6 14.3a2.6 2.6 0 0 1-1.6 0C7.8 28 2.6 23.2 2.6 16V7.3A2 2 0 0 1 4 5.4Z"
        />
        <rect className={classes.slot} x="8" y="9" width="16" height="6.5" rx="2" />
        <rect className={classes.line} x="8" y="18.5" width="10" height="3" rx="1.5" />
      </svg>
      <span className={compact ? classes.hiddenName : classes.name} dir="auto">
        {name}
      </span>
    </span>
  );
}
