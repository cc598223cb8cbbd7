import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './app-form.module.css';

/** A remark below a field that never blocks a save. */
export function FieldWarning({ children }: { children: string }) {
  return (
    <span className={classes.warning}>
      <IconAlertTriangle size={14} aria-hidden />
      {children}
    </span>
  );
}
