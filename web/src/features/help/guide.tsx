import { useEffect } from 'react';
import { html, parts } from '../../../../docs/guide.md';
import { trustedGuide } from '../../lib/browser/trusted-types.ts';
import classes from './guide.module.css';

/** The guide of docs/guide.md, with links to its parts. */
export function Guide() {
  useEffect(() => {
    // The browser looked for the part when the page was loaded, and the guide was not there yet.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className={classes.frame}>
      <div className={classes.guide}>
        <nav aria-label="Parts of the guide" className={classes.parts}>
          <ol>
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article
          className={classes.text}
          dangerouslySetInnerHTML={{ __html: trustedGuide(html) }}
        />
      </div>
    </div>
  );
}
