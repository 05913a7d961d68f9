/** What a rule or a question is about, as a link to its place. */

import type { SubjectRow } from '../../../src/observatory/views/remembered/subject.ts';
import { Said } from '../../shell/said.tsx';
import { placeHref } from '../history/place-href.ts';

export function AboutLink({ about }: { readonly about: SubjectRow }) {
  const { id, target, title, at } = about;
  const isStep = id.startsWith('STEP-');
  const name = isStep && target !== undefined ? target : id;
  // A session or a node of work is known by its title alone.
  const isNamed = target === undefined && title !== undefined;
  const words = (
    <>
      {isStep && target !== undefined && 'a step of '}
      {!isNamed && <span class="mono">{name}</span>} {title !== undefined && <Said text={title} />}
    </>
  );
  return (
    <span class="about-what">about {at ? <a href={placeHref({ at })}>{words}</a> : words}</span>
  );
}
