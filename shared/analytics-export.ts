/** The name that an export of a campaign's calls is saved under. */
export function exportFileName(campaignName: string): string {
  return `${campaignName}_analytics_details.csv`;
}

/** Where it is downloaded, under the API's origin. */
export function exportPath(campaignName: string): string {
  return `/dropcowboy/analytics/details/download/${encodeURIComponent(campaignName)}/`;
}
