import { useState } from 'react';
import { fileUrl } from '../../../lib/file-url.ts';
import classes from './app-icon.module.css';
import { firstLetter } from './first-letter.ts';

type Props = { icon: string; appName: string; size?: number };

/** An app's icon; the first letter of its name when it has none or it does not load (spec, section 2). */
export function AppIcon({ icon, appName, size = 32 }: Props) {
  const [broken, setBroken] = useState('');
  const edge = { width: size, height: size };
  if (icon === '' || broken === icon) {
    return (
      <span
        className={classes.letter}
        style={{ ...edge, fontSize: size * 0.44 }}
        aria-hidden="true"
      >
        {firstLetter(appName)}
      </span>
    );
  }
  return (
    <img
      className={classes.image}
      {...edge}
      src={fileUrl(icon)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(icon)}
    />
  );
}
