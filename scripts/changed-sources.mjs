// Prints, as JSON, which builds were made from other sources than those that are here now. A running server asks it
// (server/src/doctor/build.checks.ts). A folder that was not built by these scripts is left out.
import { builds, hashOfSources, stampOf } from './built-from.mjs';
import { at } from './paths.mjs';

const changed = Object.keys(builds).filter((name) => {
  const { sources } = stampOf(at(builds[name].dist));
  return sources && sources !== hashOfSources(builds[name]);
});
console.log(JSON.stringify(changed));
