/** A guide of the page, before the calls. */
export interface Guide {
  /** Its anchor. */
  id: string;
  title: string;
  /** What is below its title, as HTML. */
  html: string;
}
