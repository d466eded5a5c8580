import { z } from 'zod';
import { visible, visibleName } from '#shared/contacts/visible-text.ts';

/** A number, code, address or search that a person types or pastes, without invisible characters and spaces around it. */
export const typedText = () => z.string().overwrite(visible).trim();

/** A name or note that a person types, in any script, without invisible characters and spaces around it. */
export const typedName = () => z.string().overwrite(visibleName).trim();
