import { hasAll, wordsOf } from '#client/app/search/words.ts';
import { sectionId } from '#client/ui/display/section-id.ts';
import { HELP_TOPICS } from './help-topics.ts';

/** A section that was found. */
export interface FoundSection {
  href: string;
  topic: string;
  title: string;
}

/** Returns the sections that have all words of a text, those with all of them in their own heading first. */
export function searchHelp(text: string): FoundSection[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const found = HELP_TOPICS.flatMap((topic) =>
    topic.sections.flatMap(([title, more = '']) => {
      const heading = wordsOf(title);
      const all = [...heading, ...wordsOf(`${topic.title} ${topic.text} ${more}`)];
      if (!hasAll(all, words)) return [];
      const section = { href: `${topic.href}#${sectionId(title)}`, topic: topic.title, title };
      return [{ section, rank: hasAll(heading, words) ? 0 : 1 }];
    }),
  );
  return found.toSorted((one, other) => one.rank - other.rank).map(({ section }) => section);
}
