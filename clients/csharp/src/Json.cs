using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace Adwarden
{
    /// <summary>Reads and writes JSON: objects as Dictionary, numbers as double; what is in a list is not kept.</summary>
    internal sealed class Json
    {
        private const int Deepest = 200; // each level takes stack
        private static readonly Regex Number = new Regex(@"\G-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?");
        private readonly string text;
        private int at;

        private Json(string text) => this.text = text;

        /// <summary>Throws FormatException when the text is not JSON.</summary>
        internal static object Parse(string text)
        {
            var json = new Json(text);
            var value = json.Value(0);
            json.Check(json.Skip("") && json.at == text.Length);
            return value;
        }

        /// <summary>Writes dictionaries, texts, numbers, booleans and null.</summary>
        internal static string Write(object value)
        {
            if (value == null) return "null";
            if (value is string text) return Quote(text);
            if (value is bool isTrue) return isTrue ? "true" : "false";
            if (!(value is Dictionary<string, object> members)) return Convert.ToString(value, CultureInfo.InvariantCulture);
            return "{" + string.Join(",", members.Select(member => Quote(member.Key) + ":" + Write(member.Value))) + "}";
        }

        private static string Quote(string text) =>
            "\"" + Regex.Replace(text, @"[\x00-\x1f""\\]", found => "\\u" + ((int)found.Value[0]).ToString("x4")) + "\"";

        private object Value(int depth)
        {
            Check(depth <= Deepest);
            if (Skip("{")) return Members(true, "}", depth);
            if (Skip("[")) return Members(false, "]", depth).Values;
            if (Skip("\"")) return RestOfString();
            if (Skip("true")) return true;
            if (Skip("false")) return false;
            if (Skip("null")) return null;
            var number = Number.Match(text, at);
            Check(number.Success);
            at += number.Length;
            return double.Parse(number.Value, CultureInfo.InvariantCulture);
        }

        /// <summary>The members of an object, or (without names) of a list.</summary>
        private Dictionary<string, object> Members(bool haveNames, string end, int depth)
        {
            var found = new Dictionary<string, object>();
            if (Skip(end)) return found;
            do
            {
                Check(!haveNames || Skip("\""));
                var name = haveNames ? RestOfString() : "";
                Check(!haveNames || Skip(":"));
                found[name] = Value(depth + 1);
            } while (Skip(","));
            Check(Skip(end));
            return found;
        }

        private string RestOfString()
        {
            var found = new StringBuilder();
            for (var next = Take(); next != '"'; next = Take())
            {
                Check(next >= ' ');
                found.Append(next == '\\' ? Escaped() : next);
            }
            return found.ToString();
        }

        private char Escaped()
        {
            var next = Take();
            var place = "\"\\/bfnrtu".IndexOf(next);
            Check(place >= 0);
            if (next != 'u') return "\"\\/\b\f\n\r\t"[place];
            var code = new string(new[] { Take(), Take(), Take(), Take() });
            return (char)ushort.Parse(code, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
        }

        private char Take() => at < text.Length ? text[at++] : throw new FormatException("half a text");

        /// <summary>Skips space and then `wanted`; false when something else follows.</summary>
        private bool Skip(string wanted)
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
            if (string.CompareOrdinal(text, at, wanted, 0, wanted.Length) != 0) return false;
            at += wanted.Length;
            return true;
        }

        private void Check(bool isJson)
        {
            if (!isJson) throw new FormatException("no JSON at " + at);
        }
    }
}
