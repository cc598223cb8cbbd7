import { IconAlertTriangle } from '@tabler/icons-react';
import classes from '../app-form.module.css';

/** A warning below a field; it does not prevent saving. */
export function FieldWarning({ children }: { children: string }) {
  return (
    <span className={classes.warning}>
      <IconAlertTriangle size={14} aria-hidden />
      {children}
    </span>
  );
}
