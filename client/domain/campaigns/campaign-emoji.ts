/** Keywords in a campaign's name and the emoji for them; the first match wins. */
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/spring|flower|garden|bloom/, '🌷'],
  [/summer|sun|beach/, '🌞'],
  [/autumn|fall|thanksgiving/, '🍂'],
  [/winter|snow|christmas|holiday/, '❄️'],
  [/house|home|propert|listing|street|real estate/, '🏡'],
  [/sale|offer|discount|price|deal|promo/, '🏷️'],
  [/dent|tooth|teeth/, '🦷'],
  [/health|clinic|doctor|check-?up|patient|flu|vaccin/, '🩺'],
  [/school|class|course|orientation|student|education|graduat/, '🎓'],
  [/reminder|appointment|schedule|meeting/, '📅'],
  [/birthday|anniversary|celebrat|party/, '🎉'],
  [/survey|feedback|review/, '📝'],
  [/car|auto|vehicle|service/, '🚗'],
  [/event|concert|show|ticket/, '🎟️'],
  [/welcome|hello|greeting/, '👋'],
  [/thank/, '💚'],
  [/support|help|follow-?up|call/, '📞'],
  [/launch|new|start/, '🚀'],
];

const OTHERS = ['📣', '💬', '✨', '🎯', '🌿', '🔔', '📮', '🎈', '🧭', '🪁'];

/** Returns an emoji for a campaign name; deterministic. */
export function campaignEmoji(name: string): string {
  const text = name.toLowerCase();
  const subject = SUBJECTS.find(([words]) => words.test(text));
  if (subject !== undefined) return subject[1];
  const sum = Array.from(text).reduce(
    (total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521,
    7,
  );
  return OTHERS[sum % OTHERS.length] ?? '📣';
}
