// @vitest-environment happy-dom
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { sectionId } from '#client/ui/display/section-id.ts';
import { findRoute } from '#client/app/routing/routes.ts';
import { HELP_TOPICS } from './help-topics.ts';

test.each(HELP_TOPICS.map((topic) => [topic.title, topic] as const))(
  'the article %s has the sections by which it is found',
  async (_, { href, sections }) => {
    const { default: Article } = (await findRoute(href)?.load()) as { default: ComponentType };
    await renderScreen(<Article />);
    const headings = [...document.querySelectorAll('h2')].map((heading) => text(heading));
    expect(headings).toEqual(sections.map(([title]) => title));
    for (const [title] of sections) expect(document.getElementById(sectionId(title))).not.toBeNull();
  },
);
