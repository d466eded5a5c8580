import { hasAll, wordsOf } from './words.ts';
import { paths } from '../routing/paths.ts';

/** Something that a search leads to. */
export interface Found {
  label: string;
  href: string;
  /** What it is, or how it stands. */
  hint?: string;
  /** Other words for it. */
  words?: string;
}

/** The pages and what can be begun, by the words that people use for them. */
const PLACES: readonly Found[] = [
  { label: 'Start a Campaign', href: paths.campaign, hint: 'Action', words: 'new create send voicemail' },
  { label: 'Upload Contacts', href: paths.contacts, hint: 'Action', words: 'csv file import list' },
  { label: 'Add a Voice', href: paths.myVoice, hint: 'Action', words: 'record upload mp3' },
  { label: 'Buy Credits', href: paths.billing, hint: 'Action', words: 'pay top up balance' },
  { label: 'Dashboard', href: paths.dashboard, hint: 'Page', words: 'home start overview' },
  { label: 'Campaigns', href: paths.campaigns, hint: 'Page', words: 'scheduled sending paused finished' },
  { label: 'Analytics', href: paths.analytics, hint: 'Page', words: 'results delivery rate charts' },
  { label: 'Compare', href: paths.analyticsCompare, hint: 'Page', words: 'campaigns periods' },
  {
    label: 'Subscription',
    href: paths.billing,
    hint: 'Page',
    words: 'plan card invoices payments billing credits',
  },
  { label: 'My Voice', href: paths.myVoice, hint: 'Page', words: 'voices recording' },
  { label: 'Lists', href: paths.contacts, hint: 'Page', words: 'contacts people' },
  { label: 'Do Not Call', href: paths.doNotCall, hint: 'Page', words: 'suppression opt out stop numbers' },
  { label: 'My Profile', href: paths.profile, hint: 'Page', words: 'account settings name phone' },
  { label: 'Business', href: paths.profileBusiness, hint: 'Page', words: 'company call back consent stop' },
  {
    label: 'Security',
    href: paths.profileSecurity,
    hint: 'Page',
    words: 'email password two step passkeys devices history',
  },
  { label: 'Notifications', href: paths.profileNotifications, hint: 'Page', words: 'emails mails' },
  { label: 'Developers', href: paths.profileDevelopers, hint: 'Page', words: 'api keys webhooks' },
  { label: 'Your Data', href: paths.profileData, hint: 'Page', words: 'export delete account' },
  { label: 'Help Center', href: paths.help, hint: 'Help', words: 'support questions' },
  { label: 'Subscription help', href: paths.helpSubscription, hint: 'Help', words: 'plan cancel renew' },
  { label: 'Credits help', href: paths.helpCredits, hint: 'Help', words: 'price hold refund' },
  { label: 'Campaign FAQ', href: paths.helpCampaigns, hint: 'Help', words: 'csv schedule message' },
  { label: 'Calling hours', href: paths.helpCallingHours, hint: 'Help', words: 'time zone law limit' },
  { label: 'Consent', href: paths.helpConsent, hint: 'Help', words: 'permission law opt out' },
  { label: 'Files of contacts', href: paths.helpFiles, hint: 'Help', words: 'csv excel columns errors' },
  { label: 'Reasons of failure', href: paths.helpFailedCalls, hint: 'Help', words: 'failed calls retry' },
  { label: 'Voices', href: paths.helpVoices, hint: 'Help', words: 'sample mp3 record' },
  { label: 'The API', href: paths.helpApi, hint: 'Help', words: 'keys webhooks integrate' },
];

/** Returns those in which every word of a search begins a word of its label or its other words. */
export function matching(all: readonly Found[], search: string): Found[] {
  const wanted = wordsOf(search);
  return all.filter(({ label, words = '' }) => hasAll(wordsOf(`${label} ${words}`), wanted));
}

/** Returns the pages and actions for a search; all of them for none. */
export function placesFor(search: string): Found[] {
  return matching(PLACES, search);
}
