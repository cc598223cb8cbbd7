using System;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Adwarden
{
    /// <summary>What the values of headers mean (docs/client-protocol.md, "Header values"). A value is null when there is none.</summary>
    internal static class HeaderValues
    {
        private static readonly string[] Dates =
        {
            "ddd, dd MMM yyyy HH:mm:ss 'GMT'", "dddd, dd-MMM-yy HH:mm:ss 'GMT'", "ddd MMM d HH:mm:ss yyyy"
        };

        private static readonly CultureInfo Culture = MakeCulture();

        /// <summary>Seconds of `Cache-Control`. The first `max-age` counts; a comma in quotes ends no directive.</summary>
        internal static long MaxAge(string value)
        {
            foreach (Match directive in Regex.Matches(value ?? "", "(?:[^,\"]|\"[^\"]*\"?)+"))
            {
                var text = directive.Value.Trim();
                if (!Regex.IsMatch(text, @"\A(?i)max-age(=|\z)")) continue;
                var found = Regex.Match(text, @"\A(?i)max-age=(""?)([0-9]+)\1\z");
                return found.Success ? Number(found.Groups[2].Value) : 30;
            }
            return 30;
        }

        /// <summary>Seconds of `Retry-After`. A date is compared with the server's own, because the clock of a phone may be wrong.</summary>
        internal static long RetryAfter(string value, DateTimeOffset? date)
        {
            if (Regex.IsMatch(value ?? "", @"\A[0-9]+\z")) return Number(value);
            var now = date ?? DateTimeOffset.UtcNow;
            var seconds = ((Date(value) ?? now) - now).TotalSeconds;
            return (long)Math.Min(Math.Max(seconds, 0), Stored.LongestAge);
        }

        /// <summary>The three forms of RFC 9110, 5.6.7.</summary>
        internal static DateTimeOffset? Date(string value)
        {
            const DateTimeStyles Style = DateTimeStyles.AssumeUniversal | DateTimeStyles.AllowInnerWhite;
            var isDate = DateTimeOffset.TryParseExact(value ?? "", Dates, Culture, Style, out var date);
            return isDate ? date : (DateTimeOffset?)null;
        }

        private static long Number(string digits) =>
            (long)Math.Min(double.Parse(digits, CultureInfo.InvariantCulture), Stored.LongestAge);

        /// <summary>A year of two digits is from 1970 to 2069.</summary>
        private static CultureInfo MakeCulture()
        {
            var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            culture.DateTimeFormat.Calendar = new GregorianCalendar { TwoDigitYearMax = 2069 };
            return culture;
        }
    }
}
