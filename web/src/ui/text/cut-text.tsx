import classes from './text.module.css';

type Props = { children: string; className?: string | undefined };

/** A text on one line. If it does not fit, it ends with an ellipsis, and its tooltip has the whole text. */
export function CutText({ children, className }: Props) {
  return (
    <span
      className={className ? `${classes.cut} ${className}` : classes.cut}
      dir="auto"
      data-hint={children}
      data-hint-if-cut
    >
      {children}
    </span>
  );
}
