import classes from './text.module.css';

type Props = { children: string; className?: string | undefined };

/** A text on one line that ends in an ellipsis when it must; the whole is its hint then. Any direction of writing. */
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
