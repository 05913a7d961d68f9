/** The order in which a resume is shortened does not depend on the cuts of a section. */

import { describe, expect, it } from 'vitest';
import type { Trim } from '../../../kernel/budget.ts';
import { cuts, type Section, STAGES } from '../../../kernel/sections.ts';
import { RESUME_SECTIONS, RESUME_TRIMS, resumeTrims } from './resume-trims.ts';

const extra: Trim = { minimal: false, apply: (view) => view };

const NAMES = (Object.keys(RESUME_SECTIONS) as (keyof typeof RESUME_SECTIONS)[]).filter(
  (name) => name !== 'signals',
) as Exclude<keyof typeof RESUME_SECTIONS, 'signals'>[];

describe('the cuts of a resume', () => {
  it.each(NAMES)('[CA90] an additional cut before %s moves no other cut', (name) => {
    const section: Section = RESUME_SECTIONS[name];
    for (const stage of STAGES) {
      if (!section[stage]) continue;
      const changed = { ...section, [stage]: [extra, ...section[stage]] };
      const trims = resumeTrims({ ...RESUME_SECTIONS, [name]: changed });
      expect(trims.filter((trim) => trim !== extra)).toEqual(RESUME_TRIMS);
      expect(trims.indexOf(extra)).toBe(RESUME_TRIMS.indexOf(section[stage][0] as Trim));
    }
  });

  it('[CA90] a new stage of a section takes its place among the stages of the others', () => {
    const radar = { ...RESUME_SECTIONS.radar, gone: [extra] };
    const trims = resumeTrims({ ...RESUME_SECTIONS, radar });
    expect(trims).toEqual(RESUME_TRIMS);
    const notes = { ...RESUME_SECTIONS.notes, items: [extra] };
    const shorter = resumeTrims({ ...RESUME_SECTIONS, notes });
    const [own] = RESUME_SECTIONS.notes.items ?? [];
    expect(shorter).toEqual(RESUME_TRIMS.map((trim) => (trim === own ? extra : trim)));
  });

  it('[CA91] each section keeps one item, and then its texts get shorter, before any goes', () => {
    const sections: readonly Section[] = Object.values(RESUME_SECTIONS).flat();
    const at = (trims: readonly Trim[]) => trims.map((trim) => RESUME_TRIMS.indexOf(trim));
    const texts = at(cuts('texts', ...sections));
    const items = at(cuts('items', ...sections));
    const gone = at(cuts('gone', RESUME_SECTIONS.trace, RESUME_SECTIONS.notes));
    expect(Math.min(...items)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...items)).toBeLessThan(Math.min(...texts));
    expect(Math.max(...texts)).toBeLessThan(Math.min(...gone));
  });
});
