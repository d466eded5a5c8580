declare module 'zip3' {
  /** The place of each ZIP code area, by its three digits. */
  const areas: Readonly<Record<string, { id: string; city: string; state?: string }>>;
  export default areas;
}
